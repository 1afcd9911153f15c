import { Suspense } from 'react';
import { useBackend } from '../../data/session';

const OtherSignInMethods = later(async () => (await import('./other-sign-in-methods')).OtherSignInMethods);

/** The other sign-in methods load after the form, so that the first page stays small. */
export function MoreSignInMethods({ email }: { readonly email: string }) {
  const { emailLink, phone, guest, providers } = useBackend().auth.methods;
  if (!emailLink && !phone && !guest && providers.length === 0) return null;
  return (
    <LoadBoundary>
      <Suspense>
        <OtherSignInMethods email={email} />
      </Suspense>
    </LoadBoundary>
  );
}
import { later } from '../../ui/later';
import { LoadBoundary } from '../../ui/load-boundary';
