import { configure } from '@testing-library/react';

// For tests: the first one of a file loads the screen's code, which can take longer than the usual second.
configure({ asyncUtilTimeout: 60_000 });
