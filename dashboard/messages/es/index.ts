import { account } from './account';
import { accountWays } from './account-sign-in-methods';
import { books } from './books';
import { commands } from './commands';
import { doors } from './doors';
import { embed } from './embed';
import { exporting } from './exports';
import { failures } from './failures';
import { apiFailures } from './failures-api';
import { faults } from './faults';
import { first } from './first';
import { insights } from './insights';
import { kit } from './kit';
import { look } from './look';
import { lost } from './lost';
import { moderation } from './moderation';
import { monthly } from './monthly';
import { notifications } from './notifications';
import { objections } from './objections';
import { ownerCase } from './owner-case';
import { payments } from './payments';
import { payouts } from './payouts';
import { picture } from './picture';
import { profile } from './profile';
import { publish } from './publish';
import { push } from './push';
import { reply } from './reply';
import { restricted } from './restricted';
import { sign } from './sign';
import { stream } from './stream';
import { supporters } from './supporters';
import { tipDetails } from './tip-details';
import { tips } from './tips';
import { twoStep } from './two-step';
import { ways } from './ways';

/** Every Spanish text. A missing one would be shown in English; a test fails first. */
export const es = {
  ...first,
  ...account,
  ...accountWays,
  ...commands,
  ...doors,
  ...embed,
  ...exporting,
  ...failures,
  ...apiFailures,
  ...faults,
  ...books,
  ...insights,
  ...kit,
  ...look,
  ...lost,
  ...moderation,
  ...monthly,
  ...notifications,
  ...objections,
  ...ownerCase,
  ...payments,
  ...payouts,
  ...picture,
  ...profile,
  ...publish,
  ...push,
  ...reply,
  ...restricted,
  ...sign,
  ...stream,
  ...supporters,
  ...tipDetails,
  ...twoStep,
  ...ways,
  ...tips,
};
