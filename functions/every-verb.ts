import { jobVerbs } from './jobs/admin/run-job-call';
import { cardVerbs } from './profiles/cards/run-cards-call';
import { reportVerbs } from './reports/report-call';
import { adminVerbs } from './moderation/admin-call';

/** Every verb of `npm run admin`, for its help, its table in the docs and its answer to a verb that does not exist. */
export const everyVerb = [...adminVerbs, ...reportVerbs, ...jobVerbs, ...cardVerbs];
