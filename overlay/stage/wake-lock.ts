/** Keeps the screen of a tablet on while the page is seen. A browser that cannot, or may not now, changes nothing. */
export function stayAwake(): void {
  const ask = () => {
    if (document.visibilityState === 'visible' && 'wakeLock' in navigator)
      navigator.wakeLock.request('screen').catch(() => undefined);
  };
  // The lock ends whenever the page is hidden, and some browsers give it only after a touch.
  document.addEventListener('visibilitychange', ask);
  document.addEventListener('pointerdown', ask);
  ask();
}
