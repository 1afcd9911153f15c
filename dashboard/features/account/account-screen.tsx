import { useText } from '../../messages/text';
import { Page } from '../../ui/page';
import { useOwner } from '../../use-session';
import { ChangeEmail } from './change-email';
import { ChangePassword } from './change-password';
import { UserRecord } from './user-record';

export function AccountScreen() {
  const text = useText();
  const owner = useOwner();
  const hasPassword = owner.providers.some(({ providerId }) => providerId === 'password');
  return (
    <Page title={text('account.title')} lead={text('account.lead')}>
      <UserRecord user={owner} />
      {hasPassword && <ChangeEmail />}
      {hasPassword && <ChangePassword email={owner.email ?? ''} />}
    </Page>
  );
}
