import { jobVerbs } from './jobs/admin/job-verbs';
import { cardVerbs } from './profiles/cards/card-verbs';
import { reportVerbs } from './reports/report-verbs';
import { adminVerbs } from './moderation/admin-verbs';

/** Every verb of `npm run admin`, for its help, its table in the docs and its answer to a verb that does not exist. */
export const everyVerb = [...adminVerbs, ...reportVerbs, ...jobVerbs, ...cardVerbs];
