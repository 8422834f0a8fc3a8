// Starts the page. When something is wrong it says so; there is no half a picture.

async function start() {
  const data = JSON.parse(byId('data').textContent);
  const viewer = new Viewer(data, parseHash(location.hash));
  listenToKeys(viewer);
  window.addEventListener('hashchange', () => viewer.followHash());
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => viewer.repaint());
  byId('app').hidden = false;
  await viewer.refresh();
  viewer.openState();
  performance.measure('flame-start', { start: 0, end: performance.now(), detail: { nodes: viewer.now.graph.size } });
}

start().catch((error) => {
  byId('failure').textContent = 'This page could not be shown: ' + error.message
    + '. Its data may have been damaged on the way; write it again, or look at the SVG beside it.';
  byId('failure').hidden = false;
});
