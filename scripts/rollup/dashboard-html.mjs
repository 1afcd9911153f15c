import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import html from '@rollup/plugin-html';
import { languagesOf, readTexts } from '../messages/read-messages.mjs';

/** A page such as dashboard/index.html, which Vite serves in development, with the built names in place of its script tag. */
export function builtHtml(page, fileName = 'index.html') {
  return html({
    fileName,
    template: async ({ bundle, files }) => {
      const source = await readFile(page, 'utf8');
      const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry);
      const sheets = (files.css ?? []).map(({ fileName }) => fileName);
      const head = [
        ...sheets.map((sheet) =>
          // The script loads it with the first part that loads later (dashboard/loading/later.tsx).
          sheet.startsWith('assets/later-')
            ? `<meta name="busker-later-styles" content="/${sheet}" />`
            : `<link rel="stylesheet" href="/${sheet}" />`,
        ),
        `<script type="module" src="/${entry.fileName}"></script>`,
        ...neededAtOnce(entry, bundle).map((name) => `<link rel="modulepreload" href="/${name}" />`),
      ];
      const built = source.replace(/[ \t]*<script type="module" src="[^"]*main\.tsx?"><\/script>\n?/, '');
      if (built === source) throw new Error(`${page} has no <script type="module" src="…/main.tsx">`);
      return built.replace('</head>', `${head.map((line) => `  ${line}\n`).join('')}  </head>`);
    },
  });
}

function neededAtOnce(chunk, bundle, found = new Set()) {
  for (const name of chunk.imports.filter((imported) => imported in bundle && !found.has(imported))) {
    found.add(name);
    neededAtOnce(bundle[name], bundle, found);
  }
  return [...found];
}

/** The texts of dashboard/404.html by language, in the order of its elements. */
export const notFoundTexts = () =>
  Object.fromEntries(
    languagesOf('dashboard/messages').map((language) => {
      const own = readTexts('dashboard/messages', language);
      const { 'receipt.home': home } = readTexts('core/messages', language);
      const legal = ['imprint', 'terms', 'privacy', 'report'].map((name) => own[`legal.${name}`]);
      return [language, [own['missing.title'], own['missing.text'], home, ...legal]];
    }),
  );

/** Runs in the visitor's browser. The server of static files knows no language, so without a script the page stays English. */
export function sayNotFound({ document, navigator }, texts) {
  const language = navigator.languages
    .map((tag) => (/^zh(?!.*-(hant|tw|hk|mo))/i.test(tag) ? 'zh-Hans' : tag.split('-')[0]))
    .find((each) => each in texts);
  if (language === undefined) return;
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  const places = document.querySelectorAll('h1, p:not(:has(a)), a');
  texts[language].forEach((text, at) => (places[at].textContent = text));
  document.title = `${texts[language][0]} · Busker`;
}

/** dashboard/404.html, which Hosting answers where neither a file nor a rewrite matches, with the script that says it in the visitor's language. */
export function notFoundPage(page) {
  return {
    name: 'not-found-page',
    async generateBundle() {
      const source = `(${sayNotFound.toString()})(window, ${JSON.stringify(notFoundTexts())});\n`;
      const script = this.getFileName(this.emitFile({ type: 'asset', name: 'not-found.js', source }));
      const html = (await readFile(page, 'utf8')).replace(
        '</body>',
        `  <script src="/${script}"></script>\n  </body>`,
      );
      this.emitFile({ type: 'asset', fileName: '404.html', source: html });
    },
  };
}

/** Copies the files of a folder into the root of the site, without a hash in their names: the manifest and the icons of the installed app. */
export function folderAsItIs(folder) {
  return {
    name: 'folder-as-it-is',
    async generateBundle() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const fileName = relative(folder, path).replaceAll(sep, '/');
        this.emitFile({ type: 'asset', fileName, source: await readFile(path) });
      }
    },
  };
}
