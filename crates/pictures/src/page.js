(function () {
  'use strict';
  var current = null;
  function events(article) { return Number(article.dataset.events || 0); }
  function select(article, number, scroll) {
    number = Math.max(0, Math.min(events(article), number));
    current = article;
    article.dataset.now = number;
    article.querySelectorAll('.lit').forEach(function (one) { one.classList.remove('lit'); });
    article.querySelectorAll('[data-at]').forEach(function (one) {
      if (one.dataset.at.split(' ').indexOf(String(number)) >= 0) { one.classList.add('lit'); }
    });
    var item = article.querySelector('.events li[data-at="' + number + '"] .t');
    var said = article.querySelector('.bar output');
    if (said) { said.textContent = number === 0 ? 'before the first event' : 'event ' + number + ' of ' + events(article) + (item ? ': ' + item.textContent : ''); }
    if (scroll) { article.querySelectorAll('.scroll').forEach(function (box) { show(box); }); }
  }
  function show(box) {
    var one = box.querySelector('.lit');
    if (!one) { return; }
    var inner = one.getBoundingClientRect(), outer = box.getBoundingClientRect();
    if (inner.top < outer.top + 30 || inner.bottom > outer.bottom) { box.scrollTop += inner.top - outer.top - outer.height / 2; }
    if (box.querySelector('.why')) {
      if (inner.left < outer.left + 200 || inner.right > outer.right) { box.scrollLeft += inner.left - outer.left - outer.width / 2; }
    }
  }
  document.querySelectorAll('article[data-events]').forEach(function (article) {
    var bar = article.querySelector('.bar');
    if (bar) { bar.hidden = false; }
    article.tabIndex = 0;
    article.addEventListener('click', function (event) {
      var step = event.target.closest('[data-step]');
      if (step) { return select(article, Number(article.dataset.now || 0) + Number(step.dataset.step), true); }
      var one = event.target.closest('[data-at]');
      if (!one || !article.contains(one)) { current = article; return; }
      var numbers = one.dataset.at.split(' ').map(Number), now = Number(article.dataset.now || 0);
      var later = numbers.filter(function (n) { return n > now; });
      if (event.target.closest('a')) { event.preventDefault(); }
      select(article, later.length ? later[0] : numbers[0], true);
    });
    article.addEventListener('focusin', function () { current = article; });
  });
  document.addEventListener('keydown', function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) { return; }
    var article = current || document.querySelector('article[data-events]');
    if (!article) { return; }
    var now = Number(article.dataset.now || 0), to = null;
    if (event.key === 'ArrowRight' || event.key === 'ArrowDown') { to = now + 1; }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') { to = now - 1; }
    if (event.key === 'Home') { to = 0; }
    if (event.key === 'End') { to = events(article); }
    if (to === null) { return; }
    event.preventDefault();
    select(article, to, true);
  });
  function follow() {
    var parts = /^#(f\d+)-e(\d+)$/.exec(location.hash);
    var article = parts && document.getElementById(parts[1]);
    if (article) { select(article, Number(parts[2]), true); }
  }
  window.addEventListener('hashchange', follow);
  window.addEventListener('resize', function () { document.querySelectorAll('article .scroll').forEach(show); });
  document.querySelectorAll('article[data-fatal]').forEach(function (article) { select(article, Number(article.dataset.fatal), true); });
  current = document.querySelector('article[data-events]');
  follow();
})();
