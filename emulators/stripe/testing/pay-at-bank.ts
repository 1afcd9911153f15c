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
  readonly next_action: { readonly redirect_to_url: { readonly url: string } };
}

/** Pays at the page of a bank or a wallet, as a browser does: leaves for it, and gives an answer there. Fails when the sandbox refuses. */
export async function payAtBank(
  { url, publishableKey, account }: Sandbox,
  { paymentIntentId, clientSecret }: Unpaid,
  type: string,
  outcome: 'complete' | 'fail' | 'later' = 'complete',
): Promise<void> {
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
  const source = new URL(left.next_action.redirect_to_url.url).searchParams.get('source') ?? '';
  await asFan(`/sandbox/3ds/${paymentIntentId}/${outcome}`, { source });
}
