// All of React that the sources use, in every card's first download (an alias of the build, rollup.config.mjs). React DOM is 59 kB, Preact 5, this
// less than two. react-facade.test.ts renders random trees with React and with this renderer and compares them. An import that is missing here
// fails the build.
export { describe as createElement, Fragment } from './node';
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from './hooks';
