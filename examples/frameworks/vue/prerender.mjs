// Writes what the server renders into the page that was built, as a server of Vue would send it.
import { readFile, writeFile } from 'node:fs/promises';
import { render } from './dist-server/server.js';

const page = new URL('dist/index.html', import.meta.url);
const html = await readFile(page, 'utf8');
await writeFile(page, html.replace('<!--app-->', await render()));
