import { Button, Stack } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { unreachable } from '@busker/core/base/result';
import { readUrl } from '@busker/core/text/safe-url';
import { useText } from '../../messages/text';
import { AuthLayout } from './auth-layout';
import { EmailField, linkEmail, SignInFailure, useSignInAction } from '../../sign-in-fields/credentials';
import { nextAddress } from '../../navigation/addresses';
import { useMailAction, ToSignIn, ToApp, RecoverAddress, ResetPassword, RevertApp } from './mail-actions';

interface ApplyLinkProps {
  readonly kind: 'verify' | 'change';
  readonly code: string;
  readonly next: string;
}

/** Opening the link is the confirmation, so it is applied at once. */
export function ApplyLink({ kind, code, next }: ApplyLinkProps) {
  const text = useText();
  const { state, run } = useMailAction();
  const started = useRef(false);
  const apply = useCallback(() => void run((actions) => actions.use(code)), [run, code]);
  useEffect(() => {
    // A code works once, but React may run an effect twice.
    if (started.current) return;
    started.current = true;
    apply();
  }, [apply]);

  if (state.kind === 'failed') {
    return (
      <AuthLayout title={text('action.title')} heading={text('action.brokenHeading')} lead="">
        <SignInFailure failure={state.failure} onAgain={apply} />
      </AuthLayout>
    );
  }
  if (state.kind !== 'done') {
    return (
      <AuthLayout title={text('action.title')} heading={text('action.working')} lead="">
        {null}
      </AuthLayout>
    );
  }
  const words =
    kind === 'verify'
      ? ([text('action.verified'), text('action.verifiedText')] as const)
      : ([text('action.changed'), text('action.changedText')] as const);
  return (
    <AuthLayout title={text('action.title')} heading={words[0]} lead={<span role="status">{words[1]}</span>}>
      {/* A changed address ends every session. */}
      {kind === 'verify' ? <ToApp next={next} /> : <ToSignIn />}
    </AuthLayout>
  );
}

/** The action of an emailed link. `next` = the path of this app to continue to. */
export type MailedLink =
  | {
      readonly kind: 'verify' | 'change' | 'recover' | 'reset' | 'revert';
      readonly code: string;
      readonly next: string;
    }
  | { readonly kind: 'sign-in'; readonly href: string; readonly next: string }
  | { readonly kind: 'broken' };

const kinds = {
  verifyEmail: 'verify',
  verifyAndChangeEmail: 'change',
  recoverEmail: 'recover',
  resetPassword: 'reset',
  revertSecondFactorAddition: 'revert',
} as const;
const isKind = (mode: string): mode is keyof typeof kinds => Object.hasOwn(kinds, mode);

/** `next` of the link itself, or of the URL inside it; never another origin. */
function nextOf(url: URL): string {
  if (url.searchParams.has('next')) return nextAddress(url.search, url.origin);
  const given = url.searchParams.get('continueUrl') ?? '';
  const after = readUrl(given);
  if (!after || after.origin !== url.origin) return '/';
  if (after.pathname === url.pathname) return nextAddress(after.search, url.origin);
  return nextAddress(`?next=${encodeURIComponent(after.pathname + after.search)}`, url.origin);
}

export function mailedLink(href: string): MailedLink {
  const url = new URL(href);
  const mode = url.searchParams.get('mode') ?? '';
  const code = url.searchParams.get('oobCode') ?? '';
  if (code === '') return { kind: 'broken' };
  const next = nextOf(url);
  if (mode === 'signIn') return { kind: 'sign-in', href, next };
  return isKind(mode) ? { kind: kinds[mode], code, next } : { kind: 'broken' };
}

interface SignInByLinkProps {
  readonly href: string;
  readonly next: string;
}

/** Signs in at once on the device that requested the link. Elsewhere the owner must type their email, so that a stolen email is not enough. */
export function SignInByLink({ href, next }: SignInByLinkProps) {
  const text = useText();
  const navigate = useNavigate();
  const { state, go } = useSignInAction();
  const [email, setEmail] = useState(() => linkEmail.read() ?? '');
  const [asks, setAsks] = useState(() => linkEmail.read() === null);
  const started = useRef(false);

  const follow = useCallback(
    async (address: string) => {
      const answer = await go('follow', (methods) => methods.followLink(address, href));
      if (!answer.ok) return setAsks(true);
      linkEmail.drop();
      void navigate(next, { replace: true });
    },
    [go, href, next, navigate],
  );
  useEffect(() => {
    const known = linkEmail.read();
    if (started.current || known === null) return;
    started.current = true;
    void follow(known);
  }, [follow]);

  const isOther = state.kind === 'failed' && state.failure.code === 'auth/invalid-email';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void follow(email.trim());
  };
  if (!asks) {
    return (
      <AuthLayout title={text('link.title')} heading={text('action.working')} lead="">
        {null}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={text('link.title')}
      heading={text('action.signInHeading')}
      lead={text('action.signInLead')}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <EmailField
            error={isOther && text('action.wrongAddress')}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {state.kind === 'failed' && !isOther && (
            <SignInFailure failure={state.failure} email={email} onAgain={() => void follow(email.trim())} />
          )}
          <Button type="submit" size="md" fullWidth loading={state.kind === 'busy'}>
            {text('action.signIn')}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}

/** The page's address is passed on in the history entry. */
function kept(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('mailed' in state)) return null;
  return typeof state.mailed === 'string' ? state.mailed : null;
}

/** The page that emailed links open. The one-time code leaves the address bar at once, so that nobody copies or logs it. */
export function ActionScreen() {
  const text = useText();
  const navigate = useNavigate();
  const at = useLocation();
  const { pathname, search } = at;
  const href = kept(at.state) ?? `${window.location.origin}${pathname}${search}`;
  const link = mailedLink(href);

  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, state: { mailed: href } });
  }, [search, pathname, href, navigate]);

  switch (link.kind) {
    case 'verify':
    case 'change':
      return <ApplyLink key={link.code} kind={link.kind} code={link.code} next={link.next} />;
    case 'recover':
      return <RecoverAddress key={link.code} code={link.code} />;
    case 'reset':
      return <ResetPassword key={link.code} code={link.code} />;
    case 'revert':
      return <RevertApp key={link.code} code={link.code} />;
    case 'sign-in':
      return <SignInByLink key={link.href} href={link.href} next={link.next} />;
    case 'broken':
      return (
        <AuthLayout
          title={text('action.title')}
          heading={text('action.brokenHeading')}
          lead={text('action.brokenText')}
        >
          <ToSignIn />
        </AuthLayout>
      );
    default:
      return unreachable(link);
  }
}
