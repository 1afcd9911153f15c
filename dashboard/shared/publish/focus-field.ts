/** Focuses the first faulty field of the editor, in page order, and scrolls to it. */
export function focusField(paths: readonly string[]): void {
  // The same change opens the form of a link, whose fields exist one frame later.
  requestAnimationFrame(() => {
    const faulty = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
    const first = ['handle', 'name', 'bio'].find((path) => paths.includes(path));
    const target = faulty ?? (first ? document.getElementById(`field-${first}`) : null);
    target?.focus();
    target?.scrollIntoView({ block: 'center' });
  });
}
