(() => {
  const MOST = 25 // results that are shown
  const box = document.querySelector('.search'), input = box.querySelector('input')
  const said = box.querySelector('[role=status]'), list = box.querySelector('ol')
  let known // the entries of the index, once it is there
  const plain = text => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const words = text => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const line = text => ` ${words(text).join(' ')} `
  const weigh = (entry, word) => {
    const [exactly, begins] = [` ${word} `, ` ${word}`]
    if (entry.heading.includes(exactly)) return 12
    if (entry.heading.includes(begins)) return 8
    if (entry.title.includes(begins)) return 4
    return entry.text.includes(exactly) ? 3 : entry.text.includes(begins) ? 1 : 0
  }
  const weight = (entry, asked) => {
    const each = asked.map(word => weigh(entry, word))
    if (each.includes(0)) return 0
    const phrase = ` ${asked.join(' ')}`
    const whole = entry.heading == `${phrase} ` ? 20 : entry.heading.includes(phrase) || entry.text.includes(phrase) ? 4 : 0
    return whole + each.reduce((one, other) => one + other) - entry.heading.length / 100
  }
  const make = (tag, text, where) => {
    const made = document.createElement(tag)
    made.textContent = text
    where.append(made)
    return made
  }
  const show = () => {
    const asked = words(input.value)
    list.replaceChildren()
    said.textContent = ''
    if (!asked.length) return
    if (!known) {
      said.textContent = 'Loading the index …'
      return
    }
    const best = new Map() // of the places with the same name and address
    for (const entry of known) {
      const [size, name] = [weight(entry, asked), entry.address + entry.heading]
      if (size > (best.get(name)?.[0] ?? 0)) best.set(name, [size, entry])
    }
    const found = [...best.values()].sort(([one], [other]) => other - one)
    said.textContent = !found.length
      ? `Nothing found for “${input.value.trim()}”. Every word must begin a word of the same section; try fewer or shorter ones.`
      : found.length > MOST ? `The ${MOST} best of ${found.length} places:` : `${found.length} ${found.length == 1 ? 'place' : 'places'}:`
    for (const [, entry] of found.slice(0, MOST)) {
      const item = make('li', '', list)
      make('a', entry.shown, item).href = box.dataset.root + entry.address
      if (entry.page != entry.shown) make('b', entry.page, item)
      make('span', entry.begins, item)
    }
  }
  window.searchIndex = ({ pages, entries }) => {
    known = entries.map(([place, anchor, shown, begins, others]) => {
      const [address, page] = pages[place]
      return {
        shown, begins, page, address: anchor ? `${address}#${anchor}` : address,
        heading: line(shown), title: line(page), text: line(`${begins} ${others}`)
      }
    })
    show()
  }
  const load = () => {
    const script = document.createElement('script')
    script.src = `${box.dataset.root}search-index.js`
    script.onerror = () => { said.textContent = 'The index of the search is not there.' }
    document.head.append(script)
  }
  const close = () => {
    input.value = ''
    show()
  }
  box.hidden = false
  input.addEventListener('focus', load, { once: true })
  input.addEventListener('input', show)
  list.addEventListener('click', close)
  box.addEventListener('keydown', event => {
    if (event.key == 'Escape') close()
  })
  addEventListener('keydown', event => {
    if (event.key != '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select')) return
    event.preventDefault()
    input.focus()
  })
})()
