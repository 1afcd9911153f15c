const logged = new Set<string>();

/** Logs one line for the developer of the page, once per text and page. Fans never see it. */
export function tellDeveloper(text: string, as: 'warn' | 'error' = 'warn'): void {
  if (logged.has(text)) return;
  logged.add(text);
  // oxlint-disable-next-line no-console -- only the console reaches the developer of the page
  console[as](`<busker-card>: ${text}`);
}
