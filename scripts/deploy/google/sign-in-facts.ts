import * as v from 'valibot';
import type { GoogleRest } from './google-rest';
import { known, type Reply } from './reply';

export interface SignInFacts {
  readonly password: boolean;
  /** The other enabled methods, with the names of `SIGN_IN_METHODS`. */
  readonly methods: readonly string[];
  /** Does the service hide whether an address has an account? */
  readonly enumerationProtection: boolean;
  readonly domains: readonly string[];
  /** The address to which the links in its mails lead. */
  readonly actionUrl: string;
}

const flag = v.optional(v.boolean(), false);
const toggled = v.optional(v.object({ enabled: flag }), {});
const config = v.object({
  signIn: v.optional(
    v.object({
      email: v.optional(v.object({ enabled: flag, passwordRequired: flag }), {}),
      phoneNumber: toggled,
      anonymous: toggled,
    }),
    {},
  ),
  authorizedDomains: v.optional(v.array(v.string()), []),
  emailPrivacyConfig: v.optional(v.object({ enableImprovedEmailPrivacy: flag }), {}),
  mfa: v.optional(
    v.object({
      providerConfigs: v.optional(
        v.array(v.object({ state: v.optional(v.string(), ''), totpProviderConfig: v.optional(v.unknown()) })),
        [],
      ),
    }),
    {},
  ),
  notification: v.optional(
    v.object({ sendEmail: v.optional(v.object({ callbackUri: v.optional(v.string(), '') }), {}) }),
    {},
  ),
});
const provider = v.object({ name: v.string(), enabled: flag });

/** The project's sign-in configuration (cloud.google.com/identity-platform/docs/reference/rest/v2/Config); null = sign-in was never enabled. */
export async function readSignIn(google: GoogleRest, projectId: string): Promise<Reply<SignInFacts | null>> {
  const root = `https://identitytoolkit.googleapis.com/admin/v2/projects/${projectId}`;
  const list = (name: string) => google.readAll(`${root}/${name}?pageSize=100`, name, provider);
  const [found, ...providers] = await Promise.all([
    google.read(`${root}/config`, config),
    list('defaultSupportedIdpConfigs'),
    list('oauthIdpConfigs'),
    list('inboundSamlConfigs'),
  ]);
  if (found.state === 'unknown') return found;
  if (found.value === null) return known(null);
  const { signIn, authorizedDomains, emailPrivacyConfig, mfa, notification } = found.value;
  const methods: string[] = [];
  if (signIn.email.enabled && !signIn.email.passwordRequired) methods.push('email-link');
  if (signIn.phoneNumber.enabled) methods.push('phone');
  if (signIn.anonymous.enabled) methods.push('guest');
  if (mfa.providerConfigs.some((each) => each.state === 'ENABLED' && each.totpProviderConfig !== undefined))
    methods.push('totp');
  for (const reply of providers) {
    if (reply.state === 'unknown') return reply;
    for (const { name, enabled } of reply.value) if (enabled) methods.push(name.split('/').at(-1) ?? name);
  }
  return known({
    password: signIn.email.enabled,
    methods,
    enumerationProtection: emailPrivacyConfig.enableImprovedEmailPrivacy,
    domains: authorizedDomains,
    actionUrl: notification.sendEmail.callbackUri,
  });
}
