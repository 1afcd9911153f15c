/** Expected failures of notification channels; problem-codes.ts has the others. */
export const channelProblems = {
  'channel-not-found': {
    status: 404,
    title: 'No such channel',
    detail: 'This channel does not exist any more.',
    fix: 'GET /v1/me/channels lists the channels of the signed-in owner.',
  },
  'delivery-not-found': {
    status: 404,
    title: 'No such delivery',
    detail: 'This delivery is not known any more. Deliveries are kept for 30 days.',
    fix: 'Read accounts/{uid}/deliveries; the path needs the id of one of them.',
  },
  'too-many-channels': {
    status: 409,
    title: 'Too many channels',
    detail: 'You have as many channels of this kind as possible. Remove one first.',
    fix: 'DELETE /v1/me/channels/{id} first. `figures.most` is the most of this kind.',
  },
  'channel-not-verified': {
    status: 409,
    title: 'The channel is not verified',
    detail: 'Confirm this channel first.',
    fix: 'POST /v1/me/channels/{id}/verify before switching it on or testing it.',
  },
  'channel-off': {
    status: 409,
    title: 'The channel is off',
    detail: 'This channel is off. Switch it on first.',
    fix: 'PATCH /v1/me/channels/{id} with `on: true` before sending again.',
  },
  'code-wrong': {
    status: 422,
    title: 'The code is wrong',
    detail: 'This code is not the one that we sent. Please check it.',
    fix: 'Send the six digits of the newest message. After five wrong codes a new one is needed.',
  },
  'code-expired': {
    status: 410,
    title: 'The code is too old',
    detail: 'This code is too old, or was tried too often. Please ask for a new one.',
    fix: 'POST /v1/me/channels/{id}/code sends another one. A code works for ten minutes and five tries.',
  },
  'address-not-allowed': {
    status: 422,
    title: 'The address is not allowed',
    detail: 'Busker cannot send to this address.',
    fix: 'Use a public https:// address on port 443 without a user name, on the host that the kind of channel asks for. `fields` names the field.',
  },
  'address-not-answering': {
    status: 422,
    title: 'The address does not answer',
    detail: 'There was no good answer from this address, so the channel stays off.',
    fix: 'The receiver must answer the message with a status of 200 to 299. `figures.status` is what it answered; 0 = nothing.',
  },
  'channel-not-offered': {
    status: 409,
    title: 'This kind of channel is not offered',
    detail: 'This kind of channel is not set up here.',
    fix: 'The host sets SMTP_URL for mail and VAPID_PRIVATE_KEYS for push. GET /v1/me/channels lists what is offered.',
  },
  'push-refused': {
    status: 422,
    title: 'The push subscription is not valid',
    detail: 'This browser gave a subscription that cannot be used. Please try again.',
    fix: 'Send the endpoint and both keys of PushSubscription.toJSON(), made with the key of GET /v1/me/channels.',
  },
  'replay-too-large': {
    status: 409,
    title: 'Too much to send again',
    detail: 'This is too much at once. Please choose a shorter time.',
    fix: 'At most 1,000 events and 30 days for each call.',
  },
} as const;
