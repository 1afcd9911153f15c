// Writes docs/errors.md from the closed list of problem codes.
import { writeFileSync } from 'node:fs';
import { errorsPage } from '@busker/core/base/problem-codes';

writeFileSync(new URL('../docs/errors.md', import.meta.url), errorsPage());
