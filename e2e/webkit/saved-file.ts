import type { WebKitBrowser } from './webkit-browser';

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
