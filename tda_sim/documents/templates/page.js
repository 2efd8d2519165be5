(() => {
  const all = (what, where = document) => [...where.querySelectorAll(what)]
  const value = (row, i) => {
    const cell = row.cells[i], sort = cell.dataset.s
    return sort == null ? cell.textContent.trim() : +sort
  }
  const compare = (a, b) => typeof a == typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a == 'number' ? -1 : 1
  all('table').forEach(table => all('thead th', table).forEach((head, i) => {
    const button = document.createElement('button')
    button.append(...head.childNodes)
    head.append(button)
    button.addEventListener('click', () => {
      const down = head.ariaSort ? head.ariaSort == 'ascending' : head.className == 'num'
      all('thead th', table).forEach(other => other.removeAttribute('aria-sort'))
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending')
      for (const body of table.tBodies) {
        const rows = all('tr.line', body).map(row => [value(row, i), row])
        rows.sort(([a], [b]) => down && typeof a == typeof b ? compare(b, a) : compare(a, b))
        body.append(...rows.map(([, row]) => row))
      }
    })
  }))
  all('.tools').forEach(tools => {
    tools.hidden = false
    const [input] = all('input', tools), [told] = all('output', tools)
    const rows = all('tr.line', tools.parentNode)
    input.addEventListener('input', () => {
      const wanted = input.value.toLowerCase()
      rows.forEach(row => row.hidden = !row.textContent.toLowerCase().includes(wanted))
      told.value = wanted && rows.filter(row => !row.hidden).length + ' of ' + rows.length
    })
  })
  all('.save').forEach(link => {
    link.hidden = false
    link.addEventListener('click', () => {
      const [svg] = all('svg', link.closest('figure'))
      link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], {type: 'image/svg+xml'}))
    })
  })
  addEventListener('beforeprint', () => all('section>details').forEach(one => one.open = true))
})()
