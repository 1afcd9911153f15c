// What the card uses of React, by Preact: an alias of the builds (scripts/rollup/programs.mjs). React DOM is 59 kB, `preact/compat` 8, this 5, of which the
// hooks are not in a card's first download. An import that is missing here fails the build.
import { Component, createElement, Fragment } from 'preact';

export { Component, createElement, Fragment };
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** For r2wc, which reads React's functions from its default export. */
// oxlint-disable-next-line import/no-default-export -- it is React's
export default { createElement };
