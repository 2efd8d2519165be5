(() => {
  const all = (what, where = document) => [...where.querySelectorAll(what)]
  const add = (tag, where, text = '') => {
    const made = document.createElement(tag)
    made.textContent = text
    where.append(made)
    return made
  }
  const shown = cell => (cell.querySelector('summary') || cell).textContent.trim()
  const value = (row, i) => {
    const sort = row.cells[i].dataset.s
    return sort == null ? shown(row.cells[i]) : +sort
  }
  const natural = new Intl.Collator('en', {numeric: true}).compare
  const compare = (a, b) => typeof a != typeof b ? (typeof a == 'number' ? -1 : 1)
    : typeof a == 'number' ? a - b : natural(a, b)
  all('table').forEach(table => all('thead th', table).forEach((head, i) => {
    if (!head.textContent.trim()) return
    const button = document.createElement('button')
    button.append(...head.childNodes)
    head.append(button)
    button.addEventListener('click', () => {
      const down = head.ariaSort ? head.ariaSort == 'ascending' : head.classList.contains('num')
      all('thead th', table).forEach(other => other.removeAttribute('aria-sort'))
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending')
      for (const body of table.tBodies) {
        const rows = all('tr.line', body).map(row => [value(row, i), row])
        rows.sort(([a], [b]) => down && typeof a == typeof b ? compare(b, a) : compare(a, b))
        body.append(...rows.map(([, row]) => row))
      }
    })
  }))
  all('.even table').forEach(table => {
    table.role = 'table'
    all('thead, tbody', table).forEach(group => { group.role = 'rowgroup' })
    for (const row of table.rows) {
      row.role = 'row'
      ;[...row.cells].forEach((cell, i) => {
        cell.role = cell.scope == 'col' ? 'columnheader' : cell.scope ? 'rowheader' : 'cell'
        cell.ariaColIndex = i + 1
      })
    }
  })
  all('.tools:not(.unfold)').forEach(tools => {
    tools.hidden = false
    const [input] = all('input', tools), [count] = all('output', tools)
    const choice = (title, none, values) => {
      const label = document.createElement('label'), select = document.createElement('select')
      label.append(title + ' ', select)
      tools.insertBefore(label, count)
      add('option', select, none).value = ''
      values.forEach(each => { add('option', select, each).value = each })
      return select
    }
    const rows = all('tr.line', tools.parentNode)
    const facets = all('thead th', tools.parentNode).flatMap((head, i) => {
      if (!('facet' in head.dataset)) return []
      const parts = row => shown(row.cells[i]).split(', ').filter(Boolean)
      const select = choice(head.textContent, 'All', [...new Set(rows.flatMap(parts))].sort(natural))
      select.addEventListener('change', filter)
      return [row => !select.value || parts(row).includes(select.value)]
    })
    function filter() {
      const wanted = input.value.toLowerCase()
      rows.forEach(row => {
        row.hidden = !row.textContent.toLowerCase().includes(wanted) || !facets.every(fits => fits(row))
      })
      all('tbody', tools.parentNode).forEach(body => { body.hidden = !all('tr.line', body).some(row => !row.hidden) })
      const left = rows.filter(row => !row.hidden).length
      count.value = left < rows.length || wanted ? left + ' of ' + rows.length : ''
    }
    input.addEventListener('input', filter)
    if (!tools.closest('.folds')) return
    const buttons = all('thead button', tools.parentNode)
    const select = choice('Sort by', '', buttons.map(button => button.textContent))
    select.parentNode.className = 'unfold'
    select.addEventListener('change', () => buttons.find(button => button.textContent == select.value)?.click())
  })
  all('.save').forEach(link => {
    link.hidden = false
    link.addEventListener('click', () => {
      const [svg] = all('svg', link.closest('figure'))
      link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], {type: 'image/svg+xml'}))
    })
  })
  const open = () => document.getElementById(location.hash.slice(1))?.querySelector('details')?.setAttribute('open', '')
  addEventListener('hashchange', open)
  open()
  addEventListener('beforeprint', () => all('section>details:not(.lab)').forEach(fold => { fold.open = true }))
})()
