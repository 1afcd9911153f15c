/**
 * `/v1/frame.js`: a script for pages that give our frames the height they need. It accepts a message only from the server that it came from, and
 * from the window of the frame that is to grow. At most 1 kB.
 */
export const frameSnippet = `(() => {
  const host = new URL(document.currentScript.src).origin;
  const frames = () => [...document.querySelectorAll('iframe')].filter((frame) => frame.src.startsWith(host + '/@'));
  addEventListener('message', ({ data, origin, source }) => {
    if (origin !== host || !data || data.type !== 'busker-height') return;
    const height = Math.min(Math.max(data.height | 0, 60), 4000) + 'px';
    for (const frame of frames()) if (frame.contentWindow === source) frame.style.height = height;
  });
  for (const frame of frames()) frame.contentWindow.postMessage({ type: 'busker-height?' }, '*');
})();
`;
