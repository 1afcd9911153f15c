/**
 * Brings the fan to the field that keeps Pay from doing anything: it may be scrolled away, or lie in the closed panel. Only the address for
 * the receipt may be at fault without being marked, since its fault waits until the field is left.
 */
export function showFault(form: Element | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true], .privacy .field-input');
  const panel = field?.closest('details');
  if (panel) panel.open = true;
  field?.focus();
  // Left and taken up again, a field says what is wrong with it.
  field?.blur();
  field?.focus();
}
