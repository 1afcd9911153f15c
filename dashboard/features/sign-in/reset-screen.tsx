import { useBackend } from '../../shared/use-backend';
import { MailRequest } from './mail-request';

export function ResetScreen() {
  const { auth } = useBackend();
  return <MailRequest purpose="reset" send={(email) => auth.sendPasswordReset(email)} />;
}
