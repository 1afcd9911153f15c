import { useBackend } from '../../data/session';
import { MailRequest } from './mail-request';

export function ResetScreen() {
  const { auth } = useBackend();
  return <MailRequest purpose="reset" send={(email) => auth.sendPasswordReset(email)} />;
}
