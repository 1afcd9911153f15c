/** Updates the list while the page is visible, copies codes, filters and clears. */
const everyMs = 1000;

const list = document.getElementById('messages');
const filter = document.querySelector<HTMLInputElement>('#filter');
const noneMatch = document.getElementById('none-match');
const news = document.getElementById('news');
let tag = '';

const entries = (): readonly HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('li[data-id]') ?? [])];

function applyFilter(): void {
  const wanted = filter?.value.trim().toLowerCase() ?? '';
  const all = entries();
  for (const entry of all) entry.hidden = !(entry.dataset['to'] ?? '').toLowerCase().includes(wanted);
  if (noneMatch) noneMatch.hidden = all.length === 0 || all.some(({ hidden }) => !hidden);
}

function show(html: string): void {
  if (!list) return;
  const known = new Set(entries().map(({ dataset }) => dataset['id']));
  const focused = document.activeElement?.closest<HTMLElement>('li[data-id]')?.dataset['id'];
  list.innerHTML = html;
  const fresh = entries().filter(({ dataset }) => !known.has(dataset['id']));
  for (const entry of fresh) entry.classList.add('fresh');
  applyFilter();
  const again = entries().find(({ dataset }) => dataset['id'] === focused);
  again?.querySelector<HTMLElement>('a, button')?.focus();
  const [first] = fresh;
  if (first && news) news.textContent = `New message to ${first.dataset['to'] ?? ''}`;
}

async function refresh(): Promise<void> {
  const answer = await fetch('/__local/outbox/messages', { headers: tag ? { 'if-none-match': tag } : {} });
  if (answer.status !== 200) return;
  const before = tag;
  tag = answer.headers.get('etag') ?? '';
  const html = await answer.text();
  // The first answer equals the list that is already in the page.
  if (before !== '' || html.trim() !== list?.innerHTML.trim()) show(html);
}

/** If the server is restarting, the next poll tries again. */
async function watch(): Promise<void> {
  if (!document.hidden) await refresh().catch(() => undefined);
  setTimeout(() => void watch(), everyMs);
}

filter?.addEventListener('input', applyFilter);
document.addEventListener('visibilitychange', () => void refresh().catch(() => undefined));
document.getElementById('clear')?.addEventListener('click', () => {
  void fetch('/__local/outbox/clear', { method: 'POST' }).then(refresh);
});
list?.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy]') : null;
  if (!button) return;
  void navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(() => {
    button.textContent = 'Copied';
  });
});
void watch();

export {};
