import type { Message } from '../told-event';

export type ToldMessage = Extract<Message, { readonly kind: 'told' }>;
