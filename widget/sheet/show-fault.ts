/**
 * Moves the focus to the field that prevents the payment: it may be outside the visible part, or in the closed panel. Only the receipt's address can
 * be
 * invalid without being marked, because its error appears on blur.
 */
export function showFault(form: Element | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true], .privacy .field-input');
  const panel = field?.closest('details');
  if (panel) panel.open = true;
  field?.focus();
  // Leaving the field and returning shows its error.
  field?.blur();
  field?.focus();
}
