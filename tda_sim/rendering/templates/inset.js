(() => {
  const fold = document.querySelector('.lab'), frame = fold.querySelector('iframe'), tab = fold.querySelector('.tab')
  fold.addEventListener('toggle', () => {
    const page = JSON.parse(document.getElementById('lab-page').textContent)
    const source = URL.createObjectURL(new Blob([page], {type: 'text/html'}))
    frame.src = tab.href = source + (fold.dataset.address && '#' + fold.dataset.address)
    tab.hidden = false
  }, {once: true})
})()
