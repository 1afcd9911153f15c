/** What a page reports. Milliseconds count from the arrival of its HTML. */
export interface PageFigures {
  /** The paint of the first frame in which every wanted card has all of its links laid out; null while there is none. */
  painted: number | null;
  /** Sum of all layout shifts. */
  shift: number;
  /** The longest task of the main thread, when it is over 50 ms; else 0. */
  longTask: number;
  /** The same of the tasks that began after the script had arrived: no other task can run it. */
  lateTask: number;
  /** When the late part has run, whose code answers a tap on the tip button; null before, and for pages without one. */
  usable: number | null;
  /** From the tap until the sheet is painted; null before. */
  sheet: number | null;
}

declare global {
  /** The benchmark's callback: called with the name of each new figure. */
  var tellBench: ((figure: 'painted' | 'usable' | 'sheet') => void) | undefined;
  interface Document {
    figures: PageFigures;
  }
}

/** Runs in the page before its own scripts. Finds links in shadow roots; the page's own links do not count. */
export function watchPage(wanted: number): void {
  const figures: PageFigures = {
    painted: null,
    shift: 0,
    longTask: 0,
    lateTask: 0,
    usable: null,
    sheet: null,
  };
  document.figures = figures;
  const observe = (type: string, look: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ type, buffered: true });
  observe('layout-shift', (entry) => {
    figures.shift += (entry as unknown as { value: number }).value;
  });
  observe('longtask', ({ startTime, duration }) => {
    figures.longTask = Math.max(figures.longTask, duration);
    const script = performance
      .getEntriesByType('resource')
      .find((entry) => (entry as PerformanceResourceTiming).initiatorType === 'script');
    const arrived = (script as PerformanceResourceTiming | undefined)?.responseEnd ?? Infinity;
    if (startTime >= arrived) figures.lateTask = Math.max(figures.lateTask, duration);
  });

  const sinceHtml = (): number => {
    const [navigation] = performance.getEntriesByType('navigation');
    return performance.now() - (navigation as PerformanceNavigationTiming).responseStart;
  };
  // The module has run when its import is settled. The card's own tasks for it come before the next frame.
  observe('resource', ({ name }) => {
    if (figures.usable !== null || !name.includes('/late-parts-')) return;
    void import(name).then(() =>
      afterPaint(() => {
        figures.usable ??= sinceHtml();
        tellBench?.('usable');
      }),
    );
  });

  const isDrawn = (card: Element): boolean => {
    const links = card.shadowRoot?.querySelectorAll('a[href]') ?? [];
    return links.length >= 5 && [...links].every((link) => link.getBoundingClientRect().height > 0);
  };
  const afterPaint = (act: () => void): void => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = act;
    requestAnimationFrame(() => port2.postMessage(null));
  };
  const look = (): void => {
    const cards = document.querySelectorAll('busker-card');
    const drawn = cards.length >= wanted && [...cards].slice(0, wanted).every(isDrawn);
    if (!drawn) return void requestAnimationFrame(look);
    afterPaint(() => {
      figures.painted = sinceHtml();
      tellBench?.('painted');
    });
  };
  if (wanted > 0) requestAnimationFrame(look);

  addEventListener(
    'click',
    ({ timeStamp }) => {
      const wait = (): void => {
        // A rendered but closed sheet is invisible.
        const sheets =
          document.querySelector('busker-card')?.shadowRoot?.querySelectorAll('[role=dialog]') ?? [];
        const isShown = [...sheets].some(
          (sheet) =>
            sheet.getBoundingClientRect().height > 0 && sheet.checkVisibility({ visibilityProperty: true }),
        );
        if (!isShown) return void requestAnimationFrame(wait);
        afterPaint(() => {
          figures.sheet = performance.now() - timeStamp;
          tellBench?.('sheet');
        });
      };
      wait();
    },
    { capture: true, once: true },
  );
}

/** Runs in the page: a tap shows an empty popover in the card, and nothing of the card's own sheet. The least that any sheet takes. */
export function showEmptyPopover(): void {
  addEventListener(
    'click',
    (event) => {
      event.stopPropagation();
      const sheet = document.createElement('div');
      sheet.setAttribute('role', 'dialog');
      sheet.popover = 'manual';
      sheet.style.cssText = 'position: fixed; inset: 0; width: auto; height: auto';
      document.querySelector('busker-card')?.shadowRoot?.append(sheet);
      sheet.showPopover();
      sheet.tabIndex = -1;
      sheet.focus();
    },
    { capture: true },
  );
}
