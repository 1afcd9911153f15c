import { jobVerbs } from './admin-calls/job-call';
import { cardVerbs } from './admin-calls/profile-cache-call';
import { reportVerbs } from './admin-calls/report-call';
import { adminVerbs } from './moderation/admin-call';

/** Every verb of `npm run admin`, for its help, its table in the docs and its answer to a verb that does not exist. */
export const everyVerb = [...adminVerbs, ...reportVerbs, ...jobVerbs, ...cardVerbs];
