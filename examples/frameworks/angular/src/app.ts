import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import 'busker-card';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <busker-card profile="ada" host="http://localhost:4100" style="display: block; min-height: 577px">
      <a rel="me" href="https://instagram.com/adalind.cello">Instagram</a>
      <a href="http://localhost:4100/@ada">Tip Ada</a>
    </busker-card>
  `,
})
export class App {}
