import { useText } from '../../messages/text';
import { Page } from '../../ui/page';
import { useBackend, useOwner } from '../../data/session';
import { ChangeEmail } from './change-email';
import { ChangePassword } from './change-password';
import { DeleteAccount } from './delete-account';
import { ExportPanel } from './export-panel';
import { LanguagePanel } from './language-panel';
import { SignedInDevices } from './signed-in-devices';
import { TwoStepPanel } from './two-step/two-step-panel';
import { UserRecord } from './user-record';
import { WaysPanel } from './sign-in-methods-panel';

export function AccountScreen() {
  const text = useText();
  const owner = useOwner();
  const { auth } = useBackend();
  const hasPassword = owner.providers.some(({ providerId }) => providerId === 'password');
  // An account without an email gets one by adding a sign-in method.
  const canChangeEmail = owner.email !== null && owner.providers.length > 0;
  return (
    <Page title={text('account.title')} lead={text('account.lead')}>
      <UserRecord user={owner} />
      <WaysPanel user={owner} />
      {canChangeEmail && <ChangeEmail hasPassword={hasPassword} />}
      {hasPassword && <ChangePassword email={owner.email ?? ''} />}
      {auth.methods.totp && owner.email !== null && <TwoStepPanel user={owner} />}
      {!owner.isGuest && <SignedInDevices />}
      <LanguagePanel />
      <ExportPanel />
      <DeleteAccount user={owner} />
    </Page>
  );
}
