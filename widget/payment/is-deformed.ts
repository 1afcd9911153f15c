/**
 * The page's own styles reach the form's frame, which lies in the page's tree. Stripe defends its size, not whether it can be seen and
 * touched. Asked while the form is still hidden by the sheet, so only what is computed for the frame itself counts.
 */
export function isDeformed(place: HTMLElement): boolean {
  const frames = [...place.querySelectorAll('iframe')];
  // Every: beside the form there may be frames that nobody is meant to see.
  return (
    frames.length > 0 &&
    frames.every((frame) => {
      const { display, visibility, opacity, pointerEvents } = getComputedStyle(frame);
      return display === 'none' || visibility === 'hidden' || opacity === '0' || pointerEvents === 'none';
    })
  );
}
