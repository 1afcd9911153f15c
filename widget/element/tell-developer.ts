const told = new Set<string>();

/** One line in the host page's console for whoever pasted the tag, once per text and page. Fans never see it. */
export function tellDeveloper(text: string, as: 'warn' | 'error' = 'warn'): void {
  if (told.has(text)) return;
  told.add(text);
  // oxlint-disable-next-line no-console -- the console is the only place where the person who pasted the tag can be reached
  console[as](`<busker-card>: ${text}`);
}
