import type { WebKitBrowser } from './webkit-browser';

/** A picture of noise, as JPEG: it stays large enough to pause its upload. */
export async function photograph(browser: WebKitBrowser): Promise<Buffer> {
  const url = await browser.run<string>(`
    const canvas = Object.assign(document.createElement('canvas'), { width: 1400, height: 1000 });
    const context = canvas.getContext('2d');
    const pixels = context.createImageData(canvas.width, canvas.height);
    for (let at = 0; at < pixels.data.length; at += 1)
      pixels.data[at] = at % 4 === 3 ? 255 : Math.floor(Math.random() * 256);
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.9);`);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/**
 * Delays the bytes of uploads in the page until `letUploadsGo`, so that a test can act during an upload: WebDriver cannot hold requests back. A held
 * request that is withdrawn ends as a sent one would.
 */
export async function holdUploads(browser: WebKitBrowser): Promise<void> {
  await browser.run(`
    const { setRequestHeader, send, abort } = XMLHttpRequest.prototype;
    const opened = new Promise((done) => (window.letUploadsGo = done));
    let isOpen = false;
    opened.then(() => (isOpen = true));
    const [carriers, withdrawn] = [new WeakSet(), new WeakSet()];
    Object.assign(XMLHttpRequest.prototype, {
      setRequestHeader(name, value) {
        // A small picture is sent in one request, a larger one in several.
        if (/^x-goog-upload-(command|protocol)$/i.test(name) && /upload|multipart/.test(value)) carriers.add(this);
        setRequestHeader.call(this, name, value);
      },
      send(body) {
        if (isOpen || !carriers.has(this)) return send.call(this, body);
        opened.then(() => withdrawn.has(this) || send.call(this, body));
      },
      abort() {
        if (isOpen || !carriers.has(this)) return abort.call(this);
        withdrawn.add(this);
        for (const type of ['abort', 'loadend']) this.dispatchEvent(new ProgressEvent(type));
      },
    });`);
}

export const letUploadsGo = (browser: WebKitBrowser): Promise<unknown> =>
  browser.run('window.letUploadsGo()');

interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * What this lets the browser save. WebDriver cannot answer the dialog that asks where to: the file of the link that the page presses for a
 * download is read in the page instead. The page's policy does not allow to fetch that link.
 */
export async function savedBy(browser: WebKitBrowser, act: () => Promise<unknown>): Promise<SavedFile> {
  await browser.run(`
    const files = new Map();
    const { createObjectURL } = URL;
    URL.createObjectURL = (file) => {
      const url = createObjectURL.call(URL, file);
      files.set(url, file);
      return url;
    };
    HTMLAnchorElement.prototype.click = async function () {
      const { href, download } = this;
      window.savedFile = { name: download, text: await files.get(href).text() };
    };`);
  await act();
  return browser.until<SavedFile>('return window.savedFile', [], 30_000);
}
