// What the sources use of React, over Preact alone (the build's alias, rollup.config.mjs): preact/compat would cost 4 kB more.
// A name that is missing here fails the build, so this file stays the whole list.
import { createElement } from 'preact';

export { createElement, Fragment } from 'preact';
export { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

// The wrapper of the custom element calls `React.createElement` on the default export.
// oxlint-disable-next-line import/no-default-export
export default { createElement };
