import { configure } from '@testing-library/react';

// For tests: the first of a file loads the code of what it draws; on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 60_000 });
