// Starts the page. If something is wrong it says so, rather than show half a picture.

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
    + '. Its data may have been damaged in transit; create it again, or open the SVG next to it.';
  byId('failure').hidden = false;
});
