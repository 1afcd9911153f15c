/** The message of a frame of ours (frame-script.ts). */
interface FrameHeight {
  readonly type?: unknown;
  readonly height?: unknown;
}

/**
 * `/v1/frame.js`, in pages that give our frames the height they need. It accepts a message only from the server that it came from, and from the window
 * of the frame that is to grow.
 */
export function frameSizesScript(page: Window & typeof globalThis): void {
  const { document } = page;
  const host = new URL((document.currentScript as HTMLScriptElement).src).origin;
  const frames = () =>
    [...document.querySelectorAll('iframe')].filter(({ src }) => src.startsWith(`${host}/@`));
  page.addEventListener('message', ({ data, origin, source }: MessageEvent<FrameHeight | null>) => {
    if (origin !== host || data?.type !== 'busker-height') return;
    const height = Math.min(Math.max(Math.trunc(Number(data.height)) || 0, 60), 4000);
    for (const frame of frames()) if (frame.contentWindow === source) frame.style.height = `${height}px`;
  });
  for (const frame of frames()) frame.contentWindow?.postMessage({ type: 'busker-height?' }, '*');
}
