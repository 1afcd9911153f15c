/** What people read of the package at npm. */
export const readme = (name: string): string => `# ${name}

\`<busker-card>\`: social links and tips for any web page.

\`\`\`sh
npm install ${name}
\`\`\`

## A plain page, Vue, Svelte and others

\`\`\`html
<script type="module">
  import '${name}';
</script>
<busker-card profile="ada" host="https://busker.example">
  <a href="https://example.com">My site</a>
</busker-card>
\`\`\`

\`profile\` is the owner's name at the Busker server that \`host\` names. The links inside of the tag work before, without and after the
script. This entry does not need React.

## React 18 and 19

\`\`\`jsx
import { BuskerCard } from '${name}/react';

<BuskerCard profile="ada" host="https://busker.example" onTipSuccess={({ detail }) => console.log(detail)}>
  <a href="https://example.com">My site</a>
</BuskerCard>;
\`\`\`

For the bare tag in TSX, import \`${name}/jsx\`. Editors find the attributes, events and methods in \`custom-elements.json\`.

Card payments take place on Stripe's form. License: MIT.
`;
