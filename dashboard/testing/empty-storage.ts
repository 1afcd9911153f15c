import { beforeEach } from 'vitest';

// For the tests of the dashboard. What one test chose, such as a language, is kept by the browser and would greet the next: in another order that one
// would search for English words on a German screen.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
