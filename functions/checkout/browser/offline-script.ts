/**
 * The tip form's script in the browser. Without a connection the browser would leave the form for its own error page, and what the fan typed would be
 * lost. The form works without it.
 */
export function offlineScript(page: Window & typeof globalThis): void {
  const { document, navigator } = page;
  const note = document.querySelector<HTMLElement>('#offline');
  if (note === null) return;
  document.addEventListener('submit', (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    note.hidden = false;
    note.scrollIntoView({ block: 'nearest' });
  });
  page.addEventListener('online', () => {
    note.hidden = true;
  });
}
