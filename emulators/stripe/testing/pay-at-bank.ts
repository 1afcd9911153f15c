interface Sandbox {
  readonly url: string;
  readonly publishableKey: string;
  readonly account: string;
}

interface Unpaid {
  readonly paymentIntentId: string;
  readonly clientSecret: string;
}

interface Left {
  readonly next_action: {
    readonly redirect_to_url?: { readonly url: string };
    readonly swish_handle_redirect_or_display_qr_code?: { readonly mobile_auth_url: string };
    readonly cashapp_handle_redirect_or_display_qr_code?: { readonly mobile_auth_url: string };
    readonly upi_handle_redirect_or_display_qr_code?: { readonly hosted_instructions_url: string };
    readonly pix_display_qr_code?: { readonly hosted_instructions_url: string };
    readonly use_stripe_sdk?: { readonly stripe_js: string };
  };
}

const pageOf = ({ next_action: action }: Left): string =>
  action.redirect_to_url?.url ??
  action.swish_handle_redirect_or_display_qr_code?.mobile_auth_url ??
  action.cashapp_handle_redirect_or_display_qr_code?.mobile_auth_url ??
  action.upi_handle_redirect_or_display_qr_code?.hosted_instructions_url ??
  action.pix_display_qr_code?.hosted_instructions_url ??
  action.use_stripe_sdk?.stripe_js ??
  '';

/** Leaves for the page of a bank, a wallet or an app, as a browser does; gives the function that answers there. Fails when the sandbox refuses. */
export async function leaveForBank(
  { url, publishableKey, account }: Sandbox,
  { paymentIntentId, clientSecret }: Unpaid,
  type: string,
): Promise<(outcome: 'complete' | 'fail' | 'later') => Promise<void>> {
  const asFan = async (path: string, form: Readonly<Record<string, string>>): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}`, 'stripe-account': account },
      body: new URLSearchParams(form),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const left = (await asFan(`/v1/payment_intents/${paymentIntentId}/confirm`, {
    client_secret: clientSecret,
    'payment_method_data[type]': type,
    return_url: 'https://fan.example/',
  })) as Left;
  const source = new URL(pageOf(left)).searchParams.get('source') ?? '';
  return async (outcome) => void (await asFan(`/sandbox/3ds/${paymentIntentId}/${outcome}`, { source }));
}

/** Pays at the page of a bank, a wallet or an app: leaves for it, and gives an answer there. Fails when the sandbox refuses. */
export async function payAtBank(
  sandbox: Sandbox,
  unpaid: Unpaid,
  type: string,
  outcome: 'complete' | 'fail' | 'later' = 'complete',
): Promise<void> {
  const answer = await leaveForBank(sandbox, unpaid, type);
  await answer(outcome);
}
