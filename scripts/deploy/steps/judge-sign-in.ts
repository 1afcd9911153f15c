import type { Reply } from '../google/reply';
import type { SignInFacts } from '../google/sign-in-facts';
import type { Installation } from '../installation';
import { fine, missing, unknown, type Finding } from '../step';

type Wanted = Pick<Installation, 'projectId' | 'origin' | 'signInMethods'>;

/** Does the project offer exactly the sign-in methods that the dashboard shows, with the security settings that Busker expects? */
export function judgeSignIn(reply: Reply<SignInFacts | null>, wanted: Wanted): readonly Finding[] {
  const { projectId, origin, signInMethods } = wanted;
  const console_ = `https://console.firebase.google.com/project/${projectId}/authentication`;
  if (reply.state === 'unknown') return [unknown('sign-in', reply.why)];
  if (reply.value === null) return [missing('sign-in with email and password', `${console_}/providers`)];
  const { password, methods, enumerationProtection, domains, actionUrl } = reply.value;
  const off = [
    ...(password ? [] : ['email and password']),
    ...signInMethods.filter((id) => !methods.includes(id)),
  ];
  const unnamed = methods.filter((id) => !signInMethods.includes(id));
  const { hostname } = new URL(origin);
  const action = `${origin}/auth/action`;
  return [
    off.length === 0
      ? fine(`sign-in methods: ${['password', ...signInMethods].join(', ')}`)
      : missing(
          `sign-in with ${off.join(', ')}`,
          `Switch on what SIGN_IN_METHODS names: ${console_}/providers`,
        ),
    ...(unnamed.length === 0
      ? []
      : [
          missing(
            `SIGN_IN_METHODS does not name ${unnamed.join(', ')}, which the project allows`,
            `Add it to SIGN_IN_METHODS, or switch it off: ${console_}/providers`,
          ),
        ]),
    enumerationProtection
      ? fine('email enumeration protection')
      : missing('email enumeration protection', `${console_}/settings`),
    domains.includes(hostname)
      ? fine(`authorised domain ${hostname}`)
      : missing(`authorised domain ${hostname}`, `${console_}/settings`),
    actionUrl === action
      ? fine(`links in mails lead to ${action}`)
      : missing(`action URL ${action} of the mail templates`, `${console_}/emails`),
  ];
}
