// The switch between versions: the query of the address has the name of the shown one. It runs before the page reads where its document is.
{
  const links = [...document.querySelectorAll('.docs-versions a')];
  const wanted = new URLSearchParams(location.search).get('version');
  const shown = links.find(({ textContent }) => textContent === wanted) ?? links.at(-1);
  shown.setAttribute('aria-current', 'page');
  if (shown !== links.at(-1)) document.title += ` ${shown.textContent}`;
  Object.assign(document.getElementById('docs').dataset, {
    document: shown.dataset.document,
    access: shown.dataset.access,
  });
}
