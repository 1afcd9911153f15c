/** Brings the first faulty field of the editor into view and the cursor into it, in the order of the page. */
export function focusField(paths: readonly string[]): void {
  // The fields of a link are opened by the same change that names them: one frame later they are there.
  requestAnimationFrame(() => {
    const faulty = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
    const first = ['handle', 'name', 'bio'].find((path) => paths.includes(path));
    const target = faulty ?? (first ? document.getElementById(`field-${first}`) : null);
    target?.focus();
    target?.scrollIntoView({ block: 'center' });
  });
}
