"""Physical constants of the toss, with unit and source: cardboard, air, and the table's surface.

Physical facts (`CardStock`, `Air`) are fixed and tested. `ContactMaterial` holds the constants of
contact, which differ between tables and decks. Sources in brackets: [M] textbook or handbook value,
[E] engineering estimate, [D] derived here, or the paper's name.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

from castlecards.core.cards import Field, Surface

GRAVITY = 9.81  # m/s² [M]


@dataclass(frozen=True, slots=True)
class CardStock:
    """Cardboard of a card: a stiff flat rectangle."""

    width: float = 0.0635  # m, short side: poker size
    length: float = 0.095  # m, long side: 3.75 in, the sheet of Card Barrage
    grammage: float = 1.8e-3 / (0.0635 * 0.095)  # kg/m²; 1.8 g a card of 300 g/m² stock
    thickness: float = 0.30e-3  # m; 0.17 to 0.30 mm are sold

    @classmethod
    def of(cls, field: Field) -> CardStock:
        """Stock of the cards that are played on this field (0.1 mm there, m here)."""
        return cls(field.card_width * 1e-4, field.card_length * 1e-4)

    @property
    def area(self) -> float:
        """Area, m²."""
        return self.width * self.length

    @property
    def mass(self) -> float:
        """Mass, kg."""
        return self.grammage * self.area

    @property
    def gyration(self) -> float:
        """Radius of gyration about the face normal, m."""
        return float(((self.width**2 + self.length**2) / 12) ** 0.5)


@dataclass(frozen=True, slots=True)
class Air:
    """Air, and quasi-steady force coefficients of a thin rectangular plate in it.

    No value was fitted to throws; only `blend`, `fade` and `autorotation` were chosen.
    """

    density: float = 1.2  # kg/m³ at 20 °C [M]
    viscosity: float = 1.5e-5  # m²/s, kinematic [M]
    broadside: float = 1.17  # normal force coefficient of a square plate at 90° [M]
    vortex: float = 2.0  # vortex lift of a low-aspect-ratio plate, per sin² [M, Polhamus about pi]
    blend: tuple[float, float] = (0.30, 0.62)  # sin² of incidence: attached to separated [E]
    edge_drag: float = 0.004  # in-plane drag coefficient of the cut edges [E]
    skin: float = 2.66  # laminar skin friction of two sides, times 1/sqrt(Re) [M, Blasius]
    pressure_centre: float = 0.305  # chords ahead of the middle at zero incidence [M, Joessel]
    side_shift: float = 0.03  # s·rad/m per chord²: sideways shift of the centre by spin [E]
    side_limit: float = 0.2  # chords, limit of that shift [E]
    rotational_lift: float = 0.8  # slender wing: pi/4 [M]
    pitch_damping: float = pi / 16  # slender wing about mid-chord [D]
    roll_damping: float = 0.0245  # an eighth of `pitch_damping` [D]
    fade: float = 0.15  # tip-speed ratio at which attached-flow damping has halved [E]
    autorotation: float = 0.31  # torque coefficient [E]
    tip_speed: float = 0.53  # tip-speed ratio of a freely rotating card [Iversen 1979]
    tip_end: float = 1.5  # times tip_speed: no driving torque beyond [E]
    spin_drag: float = 8.5e-4  # torque coefficient of a disc spinning in its plane [M, laminar]
    added_mass: float = 0.685  # of a 1.4:1 rectangle, broadside, times pi/4 rho a² b [M]
    added_inertia: float = 0.075  # share of the in-plane moments of inertia of a card [D]
    wind: tuple[float, float] = (0.0, 0.0)  # m/s to the thrower's right and forward, steady

    def extra_mass(self, stock: CardStock) -> float:
        """Added mass: kg of air that a card moves along when it moves broadside."""
        return self.added_mass * pi / 4 * self.density * stock.width**2 * stock.length


@dataclass(frozen=True, slots=True)
class ContactMaterial:
    """Friction, restitution and edge rule of cards on one table surface (`core.cards.Surface`)."""

    name: str = "felt"
    table_friction: float = 0.50  # Coulomb, card on table; felt 0.35 to 0.60 [E]
    card_friction: float = 0.30  # Coulomb, card on card; 0.20 to 0.30 [E]
    bounce: float = 0.1  # restitution of a corner [E: 0 to 0.2]
    bounce_speed: float = 0.15  # m/s; slower hits do not bounce [E]
    ride_speed: float = 0.6  # m/s; faster edges ride over or under, slower ones push [E]
    edge_lift: float = 1.7e-3  # m, greatest height of a curled edge above the table [E]
    push_bounce: float = 0.05  # restitution of edge on edge [E]
    push_friction: float = 0.2  # Coulomb, edge on edge [E]
    drag: float = 1.0  # factor of the friction by which a card drags the one below it


FELT = ContactMaterial()
WOOD = ContactMaterial("wood", table_friction=0.34, card_friction=0.25)
STICKY = ContactMaterial("sticky", table_friction=0.40, card_friction=0.50)
MATERIALS = (FELT, WOOD, STICKY)
MATERIAL_OF: dict[Surface, ContactMaterial] = {"felt": FELT, "wood": WOOD, "sticky": STICKY}
STANDARD_STOCK = CardStock()
STANDARD_AIR = Air()


def edge_lift(material: ContactMaterial, card: int, face_up: bool = True) -> float:
    """Height (m) by which the edge of this card curls up; face down it curls the other way.

    A fixed number for each card and side, uniformly distributed from 0 to `material.edge_lift`.
    """
    part = (card * 2654435761 + 40503) % 4294967296 / 4294967296  # Knuth's multiplicative hash
    return material.edge_lift * (part if face_up else 1.0 - part)
