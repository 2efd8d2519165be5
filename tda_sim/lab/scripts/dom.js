/** Elements of the page: made from HTML, and renewed in place. */

/**
 * What has an id in lab.html. Most of it has a value; what a caller reads of it, it has.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** A value as a text in HTML, also inside an attribute. @param {unknown} value */
export const escaped = (value) =>
  value === undefined || value === null || value === false
    ? ""
    : String(value).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/**
 * Return the element of a template in which ${} holds texts, values of attributes, elements, lists of these, or what an
 * attribute like `@click` calls. What is filled in cannot become markup. A line of the template begins with a tag or a
 * word.
 * @param {TemplateStringsArray} template @param {unknown[]} values
 */
export function html({ raw }, ...values) {
  const slot = (/** @type {unknown} */ value, /** @type {number} */ k) =>
    value && typeof value === "object" ? `<template data-slot="${k}"></template>` : escaped(value);
  const texts = raw.map((text) => text.replace(/\n\s*(<?)/g, (_, tag) => tag || " "));
  const whole = texts.reduce((before, text, k) => {
    const value = values[k - 1];
    return `${before}${typeof value === "function" ? k - 1 : slot(value, k - 1)}${text}`;
  });
  const made = document.createElement("template");
  made.innerHTML = whole.trim();
  for (const one of made.content.querySelectorAll("*"))
    for (const { name, value } of [...one.attributes].filter((own) => own.name.startsWith("@"))) {
      Object.assign(one, { [`on${name.slice(1)}`]: values[Number(value)] });
      one.removeAttribute(name);
    }
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (made.content.querySelectorAll("[data-slot]"))) {
    const parts = /** @type {(Node | string)[]} */ ([values[Number(place.dataset.slot)]].flat(2));
    place.replaceWith(...parts.filter((part) => part));
  }
  return /** @type {HTMLElement} */ (made.content.firstElementChild);
}

/** @param {(string | Node)[]} heads @param {Node[]} rows @param {string} [className] */
export const table = (heads, rows, className = "") => html`
  <table class="${className}"><thead><tr>
  ${heads.map((head) => (typeof head === "string" ? html`<th scope="col">${head}</th>` : head))}</tr></thead>
  <tbody>${rows}</tbody></table>`;

/** The heading of a column that needs none for the eye. @param {string} words */
export const silentHead = (words) => html`<th scope="col"><span class="hide">${words}</span></th>`;

/** @param {string | number} value @param {string} title @param {boolean} [selected] */
export const option = (value, title, selected = false) =>
  html`<option value="${value}" ${selected && "selected"}>${title}</option>`;

/** The dot before a card's name. @param {{colour: string, alignment: string}} card */
export const dot = ({ colour, alignment }) => html`<span class="dot ${colour || alignment}"></span>`;

/**
 * Make what a place holds like `parts`. What is there already stays, by its `data-key` or else by its place, so that
 * the
 * focus stays where it is, and open what is open.
 * @param {Element} place @param {(Node | string | false)[]} parts
 */
export function update(place, ...parts) {
  const { content } = document.createElement("template");
  content.append(...parts.filter((part) => part !== false));
  match(place, content);
}

/** @param {ParentNode & Node} place @param {ParentNode & Node} wanted */
function match(place, wanted) {
  const there = [...place.childNodes];
  const keyed = new Map(there.map((one) => [keyOf(one), one]));
  const parts = [...wanted.childNodes].map((part, k) => {
    const old = keyOf(part) ? keyed.get(keyOf(part)) : there[k];
    return old && old.nodeName === part.nodeName && keyOf(old) === keyOf(part) ? become(old, part) : part;
  });
  const stay = new Set(parts);
  for (const one of there) if (!stay.has(one)) one.remove();
  parts.forEach((part, k) => {
    if (place.childNodes[k] !== part) place.insertBefore(part, place.childNodes[k] ?? null);
  });
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof HTMLElement ? node.dataset.key : undefined);

/** @param {ChildNode} old @param {ChildNode} wanted */
function become(old, wanted) {
  if (!(old instanceof Element && wanted instanceof Element)) {
    if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
    return old;
  }
  const folds = old instanceof HTMLDetailsElement; // people fold it; it opens by itself when something in it is edited
  for (const name of new Set([...old.getAttributeNames(), ...wanted.getAttributeNames()])) {
    const value = wanted.getAttribute(name);
    const isPeoples = folds && name === "open" && !wanted.matches(".edited[open]");
    if (value === old.getAttribute(name) || isPeoples || name === "style") continue; // style: see below
    value === null ? old.removeAttribute(name) : old.setAttribute(name, value);
  }
  match(old, wanted);
  if (!(old instanceof HTMLElement && wanted instanceof HTMLElement)) return old;
  const { onclick, onchange, oninput } = wanted;
  Object.assign(old, { onclick, onchange, oninput });
  old.style.cssText = wanted.style.cssText; // the page's policy forbids the attribute
  const [own, other] = /** @type {HTMLInputElement[]} */ ([old, wanted]);
  if (own.value !== other.value) own.value = other.value;
  if (own.checked !== other.checked) own.checked = other.checked;
  return old;
}

/**
 * Things by what they have in common, in their order.
 * @template T @param {T[]} things @param {(thing: T) => string} nameOf @returns {[string, T[]][]}
 */
export function grouped(things, nameOf) {
  const made = /** @type {Record<string, T[]>} */ ({});
  for (const thing of things) (made[nameOf(thing)] ??= []).push(thing);
  return Object.entries(made);
}

/** Let somebody save a text as a file. @param {string} name @param {string} type @param {string} text */
export function download(name, type, text) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([text], { type })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // a busy browser begins to read it late
}
