/**
 * A message with one of these words is held for its owner's review. The list is short on purpose: unambiguous insults in the card's languages. Folded
 * as in moderation.ts (NFKC, lower case).
 */
export const blockedWords: readonly string[] = `
  fuck fucker fucking motherfucker cunt whore slut bitch asshole dickhead wanker twat kys nazi
  puta puto cabrón cabron gilipollas maricón maricon pendejo
  salope connard connasse enculé encule putain pute
  hure fotze wichser arschloch hurensohn missgeburt schlampe
  caralho viado arrombado
  puttana stronzo vaffanculo frocio
  kankerhoer hoer klootzak flikker
  kurwa chuj pizda pierdol dziwka
  死ね 氏ね
  시발 씨발 병신
  傻逼 操你妈 婊子
  شرموطة
  `
  .trim()
  .split(/\s+/);
