// What the sources use of React, in the first bytes of every card (the build's alias, rollup.config.mjs). React DOM is 59 kB, Preact 5,
// this less than two. It is held equal to React by tests that render the same random trees with both (react-facade.test.ts).
// A name that is missing here fails the build, so this file stays the whole list.
export { describe as createElement, Fragment } from './node';
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from './hooks';
