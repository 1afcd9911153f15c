/** How far outside the window a card mounts, in pixels: half a second of a fast scroll. */
export const nearMargin = 1_500;

export function isNear(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -nearMargin && top < innerHeight + nearMargin;
}
