// The title of the tab: its name, a dot while it is one's turn, and in brackets how many messages are unread.

const NAME = document.title;
let mine = false;
let unread = 0;

function draw(): void {
  const told = `${unread > 0 ? `(${unread}) ` : ""}${mine ? "● " : ""}${NAME}`;
  if (document.title !== told) document.title = told;
}

export function titleTurn(own: boolean): void {
  mine = own;
  draw();
}

export function titleUnread(number: number): void {
  unread = number;
  draw();
}
